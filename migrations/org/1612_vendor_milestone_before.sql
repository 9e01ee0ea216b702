-- +goose Up
-- Milestones of before it was kept who told them: where one forwarder alone could have told one, by its carriers, its warehouses and when it was sent its link,
-- it is that forwarder's, who may correct it. One of several links to the same address is the one that lives, or the newest. What they said is not known any more.
INSERT INTO vendor_milestone (id, forwarder_id, said, at)
WITH may AS (
  SELECT e.source_id AS id, e.logged_at AS at, f.id AS forwarder_id, lower(f.email) AS email,
    ROW_NUMBER() OVER (PARTITION BY e.source_id, lower(f.email) ORDER BY f.revoked_at IS NOT NULL, f.sent_at DESC, f.id DESC) AS place
  FROM tracking_event e
  JOIN tracking_unit u ON u.id = e.unit_id AND u.kind = 'container'
  JOIN vendor_forwarder f ON f.sent_at <= e.logged_at
    AND (json_array_length(f.lines) = 0 OR EXISTS (SELECT 1 FROM json_each(f.lines) l WHERE l.value = u.line))
    AND (f.warehouses = 'null' OR EXISTS (SELECT 1 FROM json_each(f.warehouses) w WHERE w.value = u.warehouse))
  WHERE e.source = 'forwarder' AND e.source_id <> '' AND e.source_id NOT IN (SELECT id FROM vendor_milestone)
)
SELECT id, max(forwarder_id), '', max(at) FROM may WHERE place = 1 GROUP BY id HAVING count(*) = 1;
-- +goose Down
SELECT 1;
