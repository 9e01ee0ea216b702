package tracking

import (
	"context"

	"lading/server/kit/geo"
	"lading/server/op"
	"lading/server/store"
)

// MapPoint is a place on the globe.
type MapPoint struct {
	Name string     `json:"Name"`
	Lat  float64    `json:"Lat"`
	Lon  float64    `json:"Lon"`
	At   store.Time `json:"At"` // when it was there; none for where it comes from or goes to
	Zone string     `json:"Zone"`
}

// MapLine is what is under way, on a map: where it comes from, where it was last, where it goes to. A place that nobody knows the position of is left out.
type MapLine struct {
	ContainerID string     `json:"ContainerId"` // of a container; empty for a load on the road
	ShipmentID  string     `json:"ShipmentId"`
	Number      string     `json:"Number"`
	ETA         store.Time `json:"ETA"`
	ETAZone     string     `json:"ETAZone"`
	From        *MapPoint  `json:"From"`
	Last        *MapPoint  `json:"Last"`
	To          *MapPoint  `json:"To"`
}

// at is a port on a map.
func at(place string) *MapPoint {
	p, ok := point(place)
	if !ok {
		return nil
	}
	return &MapPoint{Name: named(place), Lat: p.Lat, Lon: p.Lon, Zone: ports()[place].Zone}
}

// OceanMap gives the containers under way as lines on a map.
func (a *Area) OceanMap(ctx context.Context, tx *store.Tx, req ContainersReq) ([]MapLine, error) {
	list, err := a.Containers(ctx, tx, req)
	if err != nil {
		return nil, err
	}
	out := make([]MapLine, 0, len(list))
	for _, u := range list {
		l := MapLine{ContainerID: u.ID, ShipmentID: u.ShipmentID, Number: u.Number, ETA: u.ETA, ETAZone: u.ETAZone, From: at(u.Origin), To: at(u.Port)}
		if l.To == nil {
			l.To = at(u.Final)
		}
		e, ok, err := store.Get[Event](ctx, tx, `SELECT * FROM tracking_event WHERE unit_id = ? AND replaced_by = '' AND estimated = 0 AND lat IS NOT NULL AND lon IS NOT NULL ORDER BY event_at DESC, id DESC LIMIT 1`, u.ID)
		if err != nil {
			return nil, err
		}
		if ok {
			l.Last = &MapPoint{Name: e.Place, Lat: *e.Lat, Lon: *e.Lon, At: e.EventAt, Zone: e.Zone}
		}
		out = append(out, l)
	}
	return out, nil
}

// TransitMap gives the shipments in transit as lines between their ZIP codes' areas.
func (a *Area) TransitMap(ctx context.Context, tx *store.Tx, _ op.None) ([]MapLine, error) {
	list, err := a.Shipments.CarriedIn(ctx, tx, "A", most)
	if err != nil {
		return nil, err
	}
	out := make([]MapLine, 0, len(list))
	for _, s := range list {
		l := MapLine{ShipmentID: s.ShipmentID, Number: s.Number}
		for _, end := range []struct {
			zip, city, state string
			to               **MapPoint
		}{{s.Origin.Zip, s.Origin.City, s.Origin.State, &l.From}, {s.Destination.Zip, s.Destination.City, s.Destination.State, &l.To}} {
			if p, ok := geo.Locate(end.zip); ok {
				*end.to = &MapPoint{Name: end.city + ", " + end.state, Lat: p.Lat, Lon: p.Lon, Zone: s.Zone}
			}
		}
		out = append(out, l)
	}
	return out, nil
}
