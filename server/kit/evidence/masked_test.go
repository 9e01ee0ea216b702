package evidence

import "testing"

func TestMasked_ShowsNoNumberOfADriverAndNothingOfAPhone(t *testing.T) {
	for _, c := range []struct{ kind, said, want string }{
		{"driver", `{"driver":"D","licence":"GA052661234","name":"Ann"}`, `{"driver":"D","licence":"…1234","name":"Ann"}`},
		{"driver", `{"licence":"…1234"}`, `{"licence":"…1234"}`},
		{"driver", `{"licence":"123456"}`, `{"licence":"…"}`},
		{"driver", `{"licence":7123456}`, `{"licence":""}`},
		{"driver", `{"licence":""}`, `{"licence":""}`},
		{"driver", `["licence","GA052661234"]`, `{}`},
		{"gate-arrival", `{"address":"203.0.113.7","agent":"Phone/1","name":"Ann","plate":"RTK4821"}`, `{"name":"Ann","plate":"…4821"}`},
		{"gate-refused", `{"address":"203.0.113.7","phone":"4045550100"}`, `{"phone":"…0100"}`},
		{"signed", `{"by":"Ann","phone":{"address":"203.0.113.7","agent":"Phone/1","shown":"ab"}}`, `{"by":"Ann","phone":{"shown":"ab"}}`},
		{"amended", `{"address":"1 Main St"}`, `{"address":"1 Main St"}`},
		{"signed", `{"by":"Ann"}`, `{"by":"Ann"}`},
	} {
		if got := string(Masked(c.kind, []byte(c.said))); got != c.want {
			t.Errorf("%s %s: %s, not %s", c.kind, c.said, got, c.want)
		}
	}
}
