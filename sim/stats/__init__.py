"""What results mean: intervals, and how many games are enough."""
