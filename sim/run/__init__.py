"""Playing many games: threads, counts, results folders."""
