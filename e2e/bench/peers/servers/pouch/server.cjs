// express-pouchdb over PouchDB's LevelDB adapter, with the bench's seed/reset route.
//   node server.cjs PORT DATADIR STATIC SEEDPREFIX      (run with NODE_PATH pointing at the installed modules)
const [port, dir, stat, seed] = process.argv.slice(2)
const express = require('express'),
  fs = require('node:fs'),
  readline = require('node:readline'),
  path = require('node:path')
const PouchDB = require('pouchdb').defaults({ prefix: path.join(dir, '') + path.sep })
fs.mkdirSync(dir, { recursive: true })
const app = express()
app.post('/bench/reset', async (req, res) => {
  try {
    await new PouchDB('shipments').destroy()
    await new PouchDB('events').destroy()
    const db = new PouchDB('shipments')
    new PouchDB('events')
    let buf = []
    for await (const line of readline.createInterface({ input: fs.createReadStream(`${seed + req.query.n}.ndjson`) })) {
      const d = JSON.parse(line)
      d._id = d.id
      buf.push(d)
      if (buf.length === 2000) {
        await db.bulkDocs(buf)
        buf = []
      }
    }
    if (buf.length) await db.bulkDocs(buf)
    res.json({ ok: true })
  } catch (e) {
    res.status(500).json({ error: String(e.stack) })
  }
})
app.get('/health', (_q, r) => r.send('ok'))
app.use('/app', express.static(stat))
app.use(
  '/',
  require('express-pouchdb')(PouchDB, {
    mode: 'minimumForPouchDB',
    logPath: path.join(dir, 'log.txt'),
    configPath: path.join(dir, 'config.json'),
    inMemoryConfig: true,
  }),
)
app.listen(Number(port), '127.0.0.1', () => console.log('pouch listening'))
