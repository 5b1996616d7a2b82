"""What is allowed and what it scores: pure functions over positions, no input or output.

Every game is one module. Its functions are plain Python that runs as it stands
and that Numba can compile; `kernels` explains how, `registry` lists the games.
"""
