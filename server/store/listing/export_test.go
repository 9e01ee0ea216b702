package listing

// Spare has the sample be trusted to this many places, until it is told to stop.
func Spare(places int) (stop func()) {
	was := spare
	spare = func(int) int { return places }
	return func() { spare = was }
}
