package engine_test

import (
	"fmt"

	"lading/server/packing/engine"
)

// check judges a packing by itself, without asking how it came about: everything inside, nothing in the same place, every piece wholly supported,
// nothing on what bears nothing, pieces as they are and no more than there are, and the weight kept.
func check(room engine.Room, items []engine.Item, apart []uint64, placed []engine.Placed) error {
	count := make([]int, len(items))
	var weight int64
	for i, p := range placed {
		it := items[p.Item]
		count[p.Item]++
		weight += it.Weight
		if p.X < 0 || p.Y < 0 || p.Z < 0 || p.X+p.Size.L > room.Size.L || p.Y+p.Size.W > room.Size.W || p.Z+p.Size.H > room.Size.H {
			return fmt.Errorf("piece %d is outside: %+v in %+v", i, p, room.Size)
		}
		if !turnedAs(it, p.Size) {
			return fmt.Errorf("piece %d is turned as %+v, and is %+v with sides %b", i, p.Size, it.Size, it.Sides)
		}
		var under int64
		for j, q := range placed {
			x, y := shared(p.X, p.Size.L, q.X, q.Size.L), shared(p.Y, p.Size.W, q.Y, q.Size.W)
			if i == j || x <= 0 || y <= 0 {
				continue
			}
			if shared(p.Z, p.Size.H, q.Z, q.Size.H) > 0 {
				return fmt.Errorf("pieces %d and %d overlap: %+v %+v", i, j, p, q)
			}
			if q.Z+q.Size.H == p.Z {
				if under += x * y; items[q.Item].Top {
					return fmt.Errorf("piece %d stands on %d, which bears nothing", i, j)
				}
			}
		}
		if p.Z > 0 && under != p.Size.L*p.Size.W {
			return fmt.Errorf("piece %d hangs: %d of %d below it", i, under, p.Size.L*p.Size.W)
		}
	}
	for i, n := range count {
		if n > items[i].Count {
			return fmt.Errorf("item %d is packed %d times, and there are %d", i, n, items[i].Count)
		}
		for j, m := range count {
			if i < j && n > 0 && m > 0 && len(apart) > 0 && (apart[items[i].Group]>>uint(items[j].Group))&1 == 1 {
				return fmt.Errorf("items %d and %d may not share a box", i, j)
			}
		}
	}
	if room.Weight > 0 && weight > room.Weight {
		return fmt.Errorf("weighs %d, may %d", weight, room.Weight)
	}
	return nil
}

func shared(a, la, b, lb int64) int64 { return min(a+la, b+lb) - max(a, b) }

func turnedAs(it engine.Item, s engine.Size) bool {
	sides := it.Sides
	if sides == 0 {
		sides = engine.AnySide
	}
	d := it.Size
	same := func(a, b int64) bool { return s.L == a && s.W == b || s.L == b && s.W == a }
	return sides&engine.HeightUp != 0 && s.H == d.H && same(d.L, d.W) || sides&engine.WidthUp != 0 && s.H == d.W && same(d.L, d.H) || sides&engine.LengthUp != 0 && s.H == d.L && same(d.W, d.H)
}

// checkPacking judges boxes: each by itself, all goods in them or named as left, and the sums.
func checkPacking(r engine.Request, got engine.Packing) error {
	masks := make([]uint64, 64)
	for _, p := range r.Apart {
		masks[p[0]] |= 1 << uint(p[1])
		masks[p[1]] |= 1 << uint(p[0])
	}
	count := make([]int, len(r.Items))
	used := make([]int, len(r.Boxes))
	var minor, billable int64
	for n, p := range got.Packages {
		b := r.Boxes[p.Box]
		room := engine.Room{Size: b.Inner}
		if b.Gross > 0 {
			room.Weight = b.Gross - b.Tare
		}
		if err := check(room, r.Items, masks, p.Placed); err != nil {
			return fmt.Errorf("package %d: %w", n, err)
		}
		weight := b.Tare
		var volume int64
		for _, q := range p.Placed {
			count[q.Item]++
			weight += r.Items[q.Item].Weight
			volume += q.Size.Volume()
			if r.Items[q.Item].Alone && len(p.Placed) > 1 {
				return fmt.Errorf("package %d: item %d is not alone", n, q.Item)
			}
		}
		if weight != p.Weight || volume != p.Volume || p.Billable != r.Tariff.Billable(b.Outer, weight) || p.Minor != b.Minor+r.Tariff.Minor(p.Billable) || len(p.Placed) == 0 {
			return fmt.Errorf("package %d: sums %+v", n, p)
		}
		if used[p.Box]++; b.Most > 0 && used[p.Box] > b.Most {
			return fmt.Errorf("box %d is used %d times", p.Box, used[p.Box])
		}
		minor += p.Minor
		billable += p.Billable
	}
	for _, l := range got.Left {
		if l.Count <= 0 || l.Reason == "" {
			return fmt.Errorf("left without a count or reason: %+v", l)
		}
		count[l.Item] += l.Count
	}
	for i, n := range count {
		if n != r.Items[i].Count {
			return fmt.Errorf("item %d: %d packed or left, %d there", i, n, r.Items[i].Count)
		}
	}
	if minor != got.Minor || billable != got.Billable {
		return fmt.Errorf("total %d, %d; packages %d, %d", got.Minor, got.Billable, minor, billable)
	}
	return nil
}
