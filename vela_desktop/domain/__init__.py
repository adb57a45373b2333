"""Words and rules of the product, without any input or output. Standard library only."""
