"""Search for better weights of the value function: CMA-ES on their logarithms, judged by games nobody tuned on."""
