// Runs before the app, and in the JavaScript of any browser: one that lacks what the page needs gets a sentence in place of a page that stays empty.
/* biome-ignore-all lint: what an old browser can read */
;(function () {
  var page = document.currentScript.getAttribute('data-page')
  var css = window.CSS && CSS.supports
  var lacks = {
    // Safari 16.4, Chrome 117, Firefox 121
    app: !Array.prototype.toSorted || !window.structuredClone || !window.CompressionStream || !css || !CSS.supports('selector(:has(a))'),
    // Safari 15.4, Chrome 92, Firefox 121
    guest: !Array.prototype.at || !window.AbortController || !Promise.allSettled || !window.fetch,
    // Safari 16.4, Chrome 103, Firefox 121: what a driver signs is packed
    driver: !Array.prototype.at || !window.CompressionStream || !window.fetch,
  }
  if (!lacks[page]) return
  var sentences = [
    ['en', 'This browser is too old for Lading. Please update it, or open this page in a current Chrome, Edge, Firefox or Safari.'],
    [
      'es',
      'Este navegador es demasiado antiguo para Lading. Actualícelo o abra esta página en una versión actual de Chrome, Edge, Firefox o Safari.',
    ],
    [
      'fr',
      'Ce navigateur est trop ancien pour Lading. Mettez-le à jour ou ouvrez cette page dans une version actuelle de Chrome, Edge, Firefox ou Safari.',
    ],
  ]
  var root = document.getElementById('root')
  root.textContent = ''
  root.setAttribute('role', 'alert')
  root.setAttribute('data-old', 'yes')
  root.style.cssText = 'max-width: 40rem; margin: 10vh auto; padding: 1rem; font: 1.125rem/1.5 sans-serif'
  for (var i = 0; i < sentences.length; i++) {
    var p = document.createElement('p')
    p.lang = sentences[i][0]
    p.textContent = sentences[i][1]
    root.appendChild(p)
  }
})()
