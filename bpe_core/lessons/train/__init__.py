"""What a training is compared with: printed lists, mistakes, a second stage, a vocabulary it continues from."""
