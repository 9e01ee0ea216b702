// What is loaded together lies in one file: many small ones compress badly, and each name costs its share of the first script. A file may hold only
// what is wanted whenever any of it is; what the pages for strangers use stays in files of its own.
const ours = (...paths: string[]) => new RegExp(`/(?:web/src|sync/client)/(?:${paths.join('|')})(?:\\.module\\.css|\\.tsx?)?(?:\\?.*)?$`)

/** From the innermost: a file never needs one that needs it. */
const together: Record<string, RegExp> = {
  react: /\/node_modules\/(?:react|react-dom|scheduler|@lingui\/(?:core|react))\//,
  router:
    /\/node_modules\/(?:@tanstack\/(?:history|router-core|react-router|store|react-store)\/|use-sync-external-store\/.*with-selector)/,
  format: ours('kit/(?:format/(?:Formats|identifier|time)|later/(?:late|unfetched)|words/words)'),
  kit: ours('kit/(?:form/opened|format/day|icon/Icon|remote/(?:remote|user|cleared)|toast/toast)'),
  // The local store, the sync, and what a person sees at once of what is done without a network.
  engine: ours(
    'app/engine',
    '(?:ballast|browser|cache|call|client|commit|contact|effect|engine|env|identity|journal|lane|layer|leader|leases|leaseAhead|live|notes|number|ops)',
    '(?:outbox|outboxDb|outboxNames|rebase|send|session|settlement|status|tray|ulid|work|gen/(?:api|states|tables)(?:\\.json)?)',
    '\\w+/(?:\\w+/)?effects',
    'dock/(?:load/load|scan/fromScan|sign/nobodyLine)',
    'document/print/batch',
    'kit/(?:form/draft|gs1/checkDigit|scan/label)',
    'order/purchase/sent',
    'packing/verify/scanned',
    'shipment/(?:move/moves|single/booked)',
  ),
  // What stands around every screen, with the small parts of the kit that most of them have.
  frame: new RegExp(
    `${
      ours(
        'app/frame/(?:Frame|TopBar|SyncChip|Person|Breadcrumb|MainMenu|recent)',
        'kit/(?:feedback/feedback|layout/crumb|panel/(?:Panel|Sheet)|remote/(?:useRows|waiting)|scan/(?:burst|useScan)|status/(?:StatusBadge|statuses))',
        'notify/public',
      ).source
    }|/node_modules/(?:dexie-react-hooks|@mantine/hooks/.*use-(?:disclosure|media-query))/`,
  ),
  board: ours(
    'dock/board/(?:Board|BoardScreen|LoadCard|board|useBoard)',
    'dock/(?:carrier/CarrierPicture|load/(?:soonest|words)|lot/any|numbers/useNumbers|scan/(?:decide|labels|ScanBox|useScanner))',
  ),
}

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: Object.entries(together).map(([name, test]) => ({ name, test })),
}
