"use strict";
// Tables sort by a click on a heading, or by the address: #sort=TABLE,COLUMN or #sort=TABLE,COLUMN,desc
(() => {
  const headings = (table) => [...table.tHead.rows[0].cells];

  function sort(table, column, descending) {
    const numeric = headings(table)[column].classList.contains("number");
    const value = (row) => row.cells[column].dataset.value;
    const order = (one, other) => (numeric ? one - other : one.localeCompare(other));
    const rows = [...table.tBodies[0].rows].sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      // rows without a value stay at the end both ways
      if (a === "" || b === "") return (a === "") - (b === "");
      return descending ? order(b, a) : order(a, b);
    });
    table.tBodies[0].append(...rows);
    headings(table).forEach((heading) => heading.removeAttribute("aria-sort"));
    headings(table)[column].setAttribute("aria-sort", descending ? "descending" : "ascending");
  }

  document.querySelectorAll("table.sortable").forEach((table) => {
    headings(table).forEach((heading, column) => {
      heading.querySelector("button").addEventListener("click", () => {
        // numbers start with the largest, words with A
        const now = heading.getAttribute("aria-sort");
        const first = heading.classList.contains("number");
        sort(table, column, now === null ? first : now === "ascending");
      });
    });
  });

  function fromAddress() {
    const asked = /^#sort=([\w-]+),(\d+)(,desc)?$/.exec(location.hash);
    const table = asked && document.getElementById(asked[1]);
    if (table && table.tHead && headings(table)[asked[2]]) {
      sort(table, Number(asked[2]), asked[3] !== undefined);
      table.scrollIntoView();
    }
  }
  addEventListener("hashchange", fromAddress);
  fromAddress();
})();
