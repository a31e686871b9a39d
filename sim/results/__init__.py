"""Results folders as pandas tables: games, win rates by any grouping, how games end and how close they are."""
