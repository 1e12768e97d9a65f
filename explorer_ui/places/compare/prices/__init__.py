"""What texts cost, by model."""
