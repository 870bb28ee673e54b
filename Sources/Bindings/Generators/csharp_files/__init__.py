"""The parts of the C# binding's generator."""
