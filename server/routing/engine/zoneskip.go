package engine

// ZoneSkip compares parcels that go through to the far zone with the same parcels hauled to a hub and handed over there. Amounts are minor units.
type ZoneSkip struct {
	Parcels   int64
	Direct    int64 // of one parcel, all the way
	Local     int64 // of one parcel, from the hub
	Handling  int64 // of one parcel
	LineHaul  int64
	Injection int64
}

// Skip is how the two compare.
type Skip struct {
	PerParcel int64 // saved on a parcel before the haul is paid
	BreakEven int64 // parcels from which on it pays; 0 where it never does
	Saving    int64
	Use       bool
}

// Weigh compares the two ways.
func (z ZoneSkip) Weigh() Skip {
	s := Skip{PerParcel: z.Direct - z.Local - z.Handling}
	fixed := z.LineHaul + z.Injection
	s.Saving = z.Parcels*s.PerParcel - fixed
	if s.PerParcel > 0 {
		s.BreakEven = max(1, (fixed+s.PerParcel-1)/s.PerParcel)
	}
	s.Use = s.Saving > 0
	return s
}
