package bill

import "slices"

// clean makes every text of the bill printable, on a copy: the caller's slices stay as they are.
func clean(b Bill) Bill {
	texts := func(ss []string) []string {
		ss = slices.Clone(ss)
		for i := range ss {
			ss[i] = printable(ss[i])
		}
		return ss
	}
	each := func(ps ...*string) {
		for _, p := range ps {
			*p = printable(*p)
		}
	}
	each(&b.Number, &b.Pro, &b.Correction, &b.EmergencyPhone, &b.EmergencyContract, &b.Instructions, &b.Carrier.Name, &b.Carrier.Scac, &b.Carrier.Trailer)
	b.Underlying, b.Exceptions, b.Carrier.Seals = texts(b.Underlying), texts(b.Exceptions), texts(b.Carrier.Seals)
	if b.FoundBy != nil {
		by := make(map[string]string, len(b.FoundBy))
		for e, who := range b.FoundBy {
			by[printable(e)] = printable(who)
		}
		b.FoundBy = by
	}
	for _, p := range []*Party{&b.From, &b.To, &b.BillTo} {
		each(&p.Name, &p.Street, &p.Street2, &p.City, &p.State, &p.Zip, &p.Country, &p.Contact, &p.Phone, &p.Email, &p.Location, &p.Ref)
	}
	b.Orders = slices.Clone(b.Orders)
	for i := range b.Orders {
		each(&b.Orders[i].Number, &b.Orders[i].Note, &b.Orders[i].Weight.Unit)
	}
	b.Lines = slices.Clone(b.Lines)
	for i := range b.Lines {
		l := &b.Lines[i]
		each(&l.UnitType, &l.PackageType, &l.Description, &l.Nmfc, &l.Class, &l.Weight.Unit)
		if l.Hazmat != nil {
			h := *l.Hazmat
			each(&h.ID, &h.Name, &h.Technical, &h.Class, &h.Group, &h.Permit, &h.Quantity, &h.Phone)
			h.Subsidiary = texts(h.Subsidiary)
			l.Hazmat = &h
		}
	}
	if b.Cod != nil {
		c := *b.Cod
		each(&c.RemitTo)
		b.Cod = &c
	}
	if b.DeclaredValue != nil {
		d := *b.DeclaredValue
		each(&d.Per)
		b.DeclaredValue = &d
	}
	b.Signatures = slices.Clone(b.Signatures)
	for i := range b.Signatures {
		s := &b.Signatures[i]
		each(&s.Name, &s.Company, &s.Consent)
	}
	return b
}
