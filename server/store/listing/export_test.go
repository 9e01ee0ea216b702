package listing

// Spare has the sample be trusted to this many places, until it is told to stop.
func Spare(places int) (stop func()) {
	was := spare
	spare = func(int) int { return places }
	return func() { spare = was }
}

// Few has the tally be asked about each condition of the shortest list, until it is told to stop.
func Few() (stop func()) {
	was := many
	many = 0
	return func() { many = was }
}
