package engine

import "math/big"

// Share parts an amount by weights, to the last cent: the parts add up to it. What rounding leaves over goes to the first that lost most by it.
func Share(amount int64, by []int64) []int64 {
	out := make([]int64, len(by))
	sum := new(big.Int)
	for _, b := range by {
		sum.Add(sum, big.NewInt(b))
	}
	if sum.Sign() <= 0 || len(by) == 0 {
		if len(by) > 0 {
			out[0] = amount
		}
		return out
	}
	rest := amount
	lost := make([]*big.Int, len(by))
	for i, b := range by {
		part, left := new(big.Int).DivMod(new(big.Int).Mul(big.NewInt(amount), big.NewInt(b)), sum, new(big.Int))
		out[i], lost[i] = part.Int64(), left
		rest -= out[i]
	}
	for ; rest > 0; rest-- {
		most := 0
		for i := range lost {
			if lost[i].Cmp(lost[most]) > 0 {
				most = i
			}
		}
		out[most]++
		lost[most] = big.NewInt(-1)
	}
	return out
}
