package engine

import (
	"math/bits"
	"slices"
)

// rows are the lengths of all rows that can be made of pieces along one direction: a bit for each multiple of grain.
type rows struct {
	grain int64
	bits  []uint64
}

// finest is how many lengths are told apart. Where measures share no step as coarse, each counts as a little shorter than it is.
const finest = 8192

// rowsOf are the rows within a room of pieces that measure so much.
func rowsOf(room int64, pieces []int64) rows {
	slices.Sort(pieces)
	pieces = slices.Compact(pieces)
	var grain int64
	for _, d := range pieces {
		grain = common(grain, d)
	}
	grain = max(grain, (room+finest-1)/finest, 1)
	r := rows{grain, make([]uint64, room/grain/64+1)}
	r.bits[0] = 1
	for _, d := range pieces {
		// one more piece, two more, four more: any number of them
		for n := d / grain; n > 0 && n <= room/grain; n *= 2 {
			r.shift(int(n))
		}
	}
	return r
}

// shift adds every length that is n more than one that is there.
func (r *rows) shift(n int) {
	words, rest := n/64, uint(n%64)
	for i := len(r.bits) - 1; i >= words; i-- {
		v := r.bits[i-words] << rest
		if rest > 0 && i > words {
			v |= r.bits[i-words-1] >> (64 - rest)
		}
		r.bits[i] |= v
	}
}

// within is the longest row that a space takes.
func (r *rows) within(space int64) int64 {
	n := int(space / r.grain)
	i := min(n/64, len(r.bits)-1)
	v := r.bits[i]
	if i == n/64 {
		v &= ^uint64(0) >> (63 - uint(n%64))
	}
	for v == 0 {
		i--
		v = r.bits[i]
	}
	return int64(i*64+bits.Len64(v)-1) * r.grain
}

// common is the greatest common divisor.
func common(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
