package engine

import (
	"math/big"
	"slices"
)

// Split shares a cost by a basis: weight, cube, pallets, weight×miles or what each would cost alone. The parts add up to the
// whole; cents that are left over go to the largest remainders, the earlier first. A basis of nothing but zeros is shared evenly.
func Split(total Cents, basis []Dec) []Cents {
	parts := make([]Cents, len(basis))
	if len(basis) == 0 {
		return parts
	}
	sum := new(big.Int)
	for _, b := range basis {
		sum.Add(sum, big.NewInt(int64(max(b, 0))))
	}
	even := sum.Sign() == 0
	if even {
		sum.SetInt64(int64(len(basis)))
	}
	rest := make([]*big.Int, len(basis))
	order := make([]int, len(basis))
	left := total
	for i, b := range basis {
		weight := big.NewInt(int64(max(b, 0)))
		if even {
			weight.SetInt64(1)
		}
		q, r := new(big.Int).DivMod(weight.Mul(weight, big.NewInt(int64(total))), sum, new(big.Int))
		parts[i], rest[i], order[i] = Cents(q.Int64()), r, i
		left -= parts[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return rest[b].Cmp(rest[a]) })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}
