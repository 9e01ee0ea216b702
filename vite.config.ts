import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import license from 'rollup-plugin-license'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type Plugin } from 'vite'
import { codeSplitting } from './web/chunks'
import { builtPages, routes, shortTree } from './web/routes'
import { themeCss } from './web/theme-css'
import { catalogues, macroPreset } from './web/words'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The pages that a code or a mail leads to are opened by strangers: they offer nobody to install an app. */
const noInstall = (): Plugin => ({
  name: 'lading-no-install',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename }) => (/(?:driver|guest)\.html$/.test(filename) ? html.replace(/<link rel="manifest"[^>]*>/, '') : html),
  },
})

/**
 * Puts the stylesheets behind the words that stand in the page: in the head they would keep those from being drawn until they are here, which on
 * a bad link takes most of a minute.
 */
const wordsFirst = (): Plugin => ({
  name: 'lading-words-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename }) => {
      if (!filename.endsWith('/index.html')) return html
      const sheets = html.match(/[ \t]*<link rel="stylesheet"[^>]*>\n?/g) ?? []
      const without = sheets.reduce((text, sheet) => text.replace(sheet, ''), html)
      return without.replace(/([ \t]*<\/body>)/, (end) => `${sheets.join('')}${end}`)
    },
  },
})

/** Names the parts that are in what is built, for `go tool notices`; what is built beside it says so in a file of its own. */
const notices = (of: 'web' | 'sw') =>
  license({
    thirdParty: {
      output: {
        file: at(`./bin/notices/${of}.json`),
        template: (parts) =>
          JSON.stringify(
            parts.map((p) => ({ Name: p.name, Version: p.version, Licenses: (p.license ?? '').split(/ (?:OR|AND) |[()]/).filter(Boolean), Text: [p.licenseText, p.noticeText].filter(Boolean).join('\n\n') })),
          ),
      },
    },
  }) as Plugin

export default defineConfig({
  root: at('./web'),
  publicDir: at('./web/public'),
  define: { __BUILD__: JSON.stringify(process.env.LADING_BUILD ?? 'dev') },
  resolve: {
    alias: [
      { find: '@', replacement: at('./web/src') },
      { find: '@sync', replacement: at('./sync/client') },
      // As it comes, Dexie is in the JavaScript of old browsers.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
    ],
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      virtualRouteConfig: routes,
      routesDirectory: at('./web/src'),
      generatedRouteTree: at('./web/src/app/routeTree.gen.ts'),
      quoteStyle: 'single',
    }),
    builtPages(),
    shortTree(),
    themeCss(),
    noInstall(),
    wordsFirst(),
    react(),
    catalogues(),
    babel({ presets: [macroPreset] }),
    notices('web'),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: JSON.parse(readFileSync(at('./web/manifest.json'), 'utf8')),
      injectManifest: {
        // The scanner's wasm is fetched when a camera is first opened, then kept: see sw.ts.
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        globIgnores: ['**/*.{br,gz}'],
        buildPlugins: { vite: [notices('sw')] },
        rollupFormat: 'iife',
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
  ],
  build: {
    outDir: at('./server/http/dist'),
    // Beside the app, three pages that carry nothing of it: what the QR code on a paper leads a stranger to, the driver's own phone, and what a
    // link in a mail leads to.
    rolldownOptions: {
      input: { index: at('./web/index.html'), check: at('./web/check.html'), driver: at('./web/driver.html'), guest: at('./web/guest.html') },
      output: { codeSplitting },
    },
    emptyOutDir: true,
    target: ['chrome92', 'safari15.4', 'firefox121'],
    // Assets stay files: a data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser that can run the rest knows modulepreload.
      polyfill: false,
      // The first script would name every file of every screen, a quarter of it. It names those of the screens with which somebody begins; the worker
      // has the others before they are asked for.
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'html' || /\/(?:engine|SignedIn|Login|Home|eSignBOL)-[\w-]{8}\.js$/.test(file) ? deps : deps.filter((d) => d.endsWith('.css')),
    },
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/hub': { target: 'ws://127.0.0.1:8080', ws: true } } },
})
