package engine

import "slices"

// improve packs boxes anew, one by one and in pairs, as long as that makes them cheaper and effort is left.
func (p *packer) improve(boxes []filled, used []int) []filled {
	total := slices.Clone(used)
	count(total, boxes)
	anew := func(some ...int) bool {
		var old []filled
		var was cost
		for _, i := range some {
			old = append(old, boxes[i])
			was = was.plus(boxes[i].cost)
			total[boxes[i].box]--
		}
		s := p.pack(p.contents(old...), total, 2)
		if s == nil || !empty(s.rest) || s.cost.compare(was) >= 0 {
			count(total, old)
			return false
		}
		count(total, s.boxes)
		slices.Sort(some)
		for k := len(some) - 1; k >= 0; k-- {
			boxes = slices.Delete(boxes, some[k], some[k]+1)
		}
		boxes = append(boxes, s.boxes...)
		return true
	}
	for i := range boxes { // a smaller box may do, also where the effort is spent
		anew(i)
	}
	for better := true; better && !p.spent(); {
		better = false
		for i := 0; i < len(boxes) && !p.spent(); i++ {
			for j := i + 1; j < len(boxes) && !p.spent(); j++ {
				if anew(i, j) {
					better = true
					break
				}
			}
		}
	}
	return boxes
}
