// npm run words: takes the messages out of the sources into web/src/locales.
import { defineConfig } from 'vite'
import { extract } from './words'

export default defineConfig(async () => {
  await extract()
  process.exit(0)
})
