import { msg } from '@lingui/core/macro'

/** Said where contracts are read without a connection. */
export const keptThere = msg`Contracts are kept on the server, and there is no connection now.`
