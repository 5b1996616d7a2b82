"""What AXIO and Geniusz share, where the lowest colour decides: rules, texts and bots."""
