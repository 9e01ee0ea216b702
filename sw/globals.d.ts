/** sync/client asks whether there is a document before it looks at one; a service worker has none. */
declare const document: { visibilityState: string } | undefined
