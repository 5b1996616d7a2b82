"""Many games: simulation and benchmarks."""
