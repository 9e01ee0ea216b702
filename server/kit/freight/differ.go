package freight

import "slices"

// Differ says how goods are others than before: what there is more of, and what there is less of. Goods of which there are as many pieces of another weight are among
// more, without pieces and with the difference.
func Differ(before, now []Item) (more, less []Item) {
	before, now = Joined(before), Joined(now)
	for _, it := range now {
		if at := slices.IndexFunc(before, it.like); at >= 0 {
			was := before[at]
			it.lessRoom(was)
			it.Pieces, it.Pallets, it.Weight.Milli = it.Pieces-was.Pieces, it.Pallets-was.Pallets, it.Weight.Milli-was.Weight.Milli
			before = slices.Delete(before, at, at+1)
		}
		switch {
		case it.Pieces < 0:
			it.Pieces, it.Pallets, it.Weight.Milli = -it.Pieces, max(0, -it.Pallets), max(0, -it.Weight.Milli)
			less = append(less, it)
		case it.Pieces > 0:
			it.Pallets, it.Weight.Milli = max(0, it.Pallets), max(0, it.Weight.Milli)
			more = append(more, it)
		case it.Weight.Milli != 0:
			it.Pallets = max(0, it.Pallets)
			more = append(more, it)
		}
	}
	return more, append(less, before...)
}

// More is goods with others beside them. Some without pieces change the weight alone, where there is anything of them.
func More(items, more []Item) []Item {
	out := slices.Clone(items)
	for _, m := range more {
		if m.Pieces > 0 {
			out = append(out, m)
			continue
		}
		if at := slices.IndexFunc(out, m.alike); at >= 0 {
			out[at].Weight.Milli = max(0, out[at].Weight.Milli+m.Weight.Milli)
		}
	}
	return Joined(out)
}

// Less is goods without others, as far as there is anything of them: those that name the same goods, although somebody may have put their class or their size right.
func Less(items, less []Item) []Item {
	out := slices.Clone(items)
	for _, l := range less {
		for i := range out {
			if !out[i].alike(l) || l.Pieces <= 0 {
				continue
			}
			if n := out[i].Pieces; n <= l.Pieces { // all of it
				l.Pieces, l.Pallets, l.Weight.Milli = l.Pieces-n, max(0, l.Pallets-out[i].Pallets), max(0, l.Weight.Milli-out[i].Weight.Milli)
				out[i].Pieces = 0
				continue
			}
			_, out[i] = out[i].Take(l.Pieces, &l.Pallets, &l.Weight)
			l.Pieces = 0
		}
		out = slices.DeleteFunc(out, func(it Item) bool { return it.Pieces == 0 })
	}
	return out
}

// Same tells whether two lists are the same goods, line by line.
func Same(a, b []Item) bool {
	return slices.EqualFunc(a, b, func(x, y Item) bool {
		return x.Pieces == y.Pieces && x.Pallets == y.Pallets && x.Weight == y.Weight && x.Volume == y.Volume && x.LinearFeet == y.LinearFeet && x.like(y)
	})
}

// alike tells whether two lines name the same goods.
func (it Item) alike(o Item) bool {
	return it.Code == o.Code && it.Description == o.Description && it.Weight.Unit == o.Weight.Unit
}
