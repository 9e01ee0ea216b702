// What is loaded together lies in one file: many small ones compress badly, and each name costs its share of the first script. A file may hold only
// what is wanted whenever any of it is; what the pages for strangers use stays in files of its own.
const ours = (...paths: string[]) => new RegExp(`/(?:web/src|sync/client)/(?:${paths.join('|')})(?:\\.module\\.css|\\.tsx?)?(?:\\?.*)?$`)

/** From the innermost: a file never needs one that needs it. */
const together: Record<string, RegExp> = {
  react: /\/node_modules\/(?:react|react-dom|scheduler|@lingui\/(?:core|react))\//,
  router:
    /\/node_modules\/(?:@tanstack\/(?:history|router-core|react-router|store|react-store)\/|use-sync-external-store\/.*with-selector)/,
  format: ours('kit/(?:busy/\\w+|format/(?:Formats|identifier|time)|later/(?:late|unfetched)|words/words)'),
  kit: ours('kit/(?:form/opened|format/day|icon/Icon|remote/(?:remote|user|cleared)|toast/toast)'),
  // The local store, the sync, and what a person sees at once of what is done without a network.
  engine: ours(
    'app/engine',
    '(?:apply|ballast|browser|cache|change|client|commit|contact|effect|engine|env|identity|journal|lane|layer|leader|leases|live|mutation|notes|number|ops)',
    '(?:outbox|outboxDb|outboxNames|person|rows|send|session|settlement|status|tray|ulid|work|gen/(?:api|states|tables)(?:\\.json)?)',
    '\\w+/(?:\\w+/)?effects',
    'dock/(?:load/load|numbers/holds|scan/fromScan|sign/nobodyLine)',
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
        'app/frame/(?:Frame|TopBar|SyncChip|Person|Breadcrumb|recent)',
        'kit/(?:feedback/feedback|layout/crumb|panel/Panel|report/Sites|remote/(?:useRows|waiting)|scan/(?:burst|useScan)|status/(?:StatusBadge|statuses))',
        'notify/public',
      ).source
    }|/node_modules/(?:dexie-react-hooks|@mantine/hooks/.*use-(?:disclosure|media-query))/`,
  ),
  board: ours(
    'dock/board/(?:Board|BoardScreen|LoadCard|board|useBoard)',
    'dock/(?:carrier/picture|load/(?:soonest|words)|lot/any|scan/(?:decide|labels|ScanBox|useScanner))',
  ),
}

const mantine = (...components: string[]) => `/@mantine/core/esm/components/(?:${components.join('|')})`
const library = (...packages: string[]) => `/node_modules/(?:${packages.join('|')})/`
const either = (...paths: (string | RegExp)[]) => new RegExp(paths.map((p) => (typeof p === 'string' ? p : p.source)).join('|'))

/**
 * What several screens need, by what they need it for: each file costs a request and a place in the worker's cache, however small it is. What only one
 * screen needs stays with that, and what an address may ask for (search.ts) with the router, which has it first.
 */
const needed: Record<string, RegExp> = {
  // Whatever lies over a screen.
  layers: either(
    mantine('(?:FocusTrap|Modal|ModalBase|Overlay|Paper|Popover|Portal|ScrollArea|VisuallyHidden)/'),
    '/@mantine/core/esm/utils/Floating/(?!use-delayed-hover)',
    '/@mantine/core/esm/core/utils/(?:is-element|get-default-z-index|get-single-element-child|close-on-escape|create-event-handler|get-ref-prop)/',
    '/@mantine/hooks/esm/(?:use-(?:click-outside|debounced-callback|focus-return|focus-trap|long-press|window-event))/',
    library('@floating-ui', 'tslib', 'react-remove-scroll(?:-bar)?', 'use-(?:callback-ref|sidecar)', 'get-nonce', 'react-style-singleton'),
  ),
  pad: either(library('signature_pad'), ours('kit/(?:photo/\\w+|signature/(?:strokes|usePad))')),
  form: either(
    mantine(
      '(?:Checkbox|Combobox|MultiSelect|NumberInput|PasswordInput|Pill|PillsInput|Radio|SegmentedControl|Select|Switch|TagsInput|Textarea)/',
    ),
    '/@mantine/core/esm/(?:utils/(?:InlineInput|InputsGroupFieldset)|core/utils/(?:create-scoped|find-element))',
    library('react-number-format'),
    ours('kit/(?:form/\\w+|signature/SignaturePad|grid/(?:column|values)|remote/submit)', 'gen/fields'),
  ),
  screen: either(
    mantine('(?:Drawer|Kbd|Menu|Progress|Tabs)/'),
    '/@mantine/core/esm/core/utils/get-context-item',
    library('@tanstack/(?:react-query|query-core|react-table|table-core|react-virtual|virtual-core)'),
    ours(
      'kit/(?:(?:detail|document|list|openings|swipe|table|version)/\\w+|format/units|layout/Screen|page/(?:PageLink|planned)|remote/(?:Pending|can|refetch|use(?:Act|Call|ContactBack|Work))|theme/headWidth)',
      'gen/pages',
    ),
  ),
  // What is left of the core; the theme's own part is in the first file already.
  ui: either(
    '/@mantine/core/esm/core/(?!utils/deep-merge|MantineProvider/(?:Mantine\\.context|merge-mantine-theme|MantineThemeProvider))',
    mantine(
      '(?:ActionIcon|Alert|Button|CloseButton|Group|Input|InputBase|Loader|Skeleton|Stack|Text|TextInput|Transition|UnstyledButton)/',
      'Checkbox/CheckIcon',
    ),
    '/@mantine/hooks/esm/(?:use-(?:did-update|id|isomorphic-effect|merged-ref|reduced-motion|uncontrolled)|utils/(?:random-id|use-callback-ref))/',
    library('clsx'),
    ours('kit/(?:ui|theme/(?:fill|theme))'),
  ),
  guest: ours('kit/guest/\\w+'),
  // What is done to the rows when the server says something, or a tab begins to lead.
  rebase: ours('(?:rebase|reconcile)'),
  // The driver's page has photos too, and nothing else of these.
  load: ours(
    'dock/(?:load|loading|lot|numbers|photos|scan)/(?!usePhotosAtWork)\\w+',
    'dock/sign/(?:reservations|signing)',
    'kit/begun/begun',
  ),
  shipment: ours(
    'kit/stages/\\w+',
    'shipment/(?:bucket|build|details|landing|move|part|single|status|tender|truck)/(?!search|status)\\w+',
    'shipment/public',
  ),
  report: ours('kit/chart/(?:Chart|scale)', 'kit/report/(?!search|Sites)\\w+'),
  audit: ours('audit/(?:\\w+/)?(?!search)\\w+'),
  rating: ours('rating/(?:\\w+/)?(?!search)\\w+'),
  packing: ours('packing/(?:\\w+/)?(?!search|actions)\\w+'),
  print: ours('document/(?:print|sheet)/\\w+'),
  warehouse: ours('warehouse/(?:slots|scheduler)/(?!search)\\w+'),
}

/** The looks of all screens but the first ones and the strangers': each file of its own would be named in the first script. */
const styles =
  /\/web\/src\/(?!access|app\/Blocked|document\/(?:authentic|BillView)|dock\/(?:phone|sign\/Sign)|kit\/(?:guest|plain|toast)|quote\/guest|shipment\/guest|carrier\/guest|vendor\/(?:guest|booking|ocean)).*\.module\.css/

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    ...Object.entries(together).map(([name, test]) => ({ name, test })),
    { name: 'styles', test: styles },
    ...Object.entries(needed).map(([name, test]) => ({ name, test, minShareCount: 2 })),
  ],
}
