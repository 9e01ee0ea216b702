package listing

// Spare has the sample be trusted to this many places, until it is told to stop.
func Spare(places int) (stop func()) {
	was := spare
	spare = func(int) int { return places }
	return func() { spare = was }
}

// Sorted has lists of so many entries be sorted rather than read in their order, until it is told to stop.
func Sorted(entries int64) (stop func()) {
	was := few
	few = entries
	return func() { few = was }
}

// Few has the tally be asked about each condition of the shortest list, until it is told to stop.
func Few() (stop func()) {
	was := many
	many = 0
	return func() { many = was }
}
