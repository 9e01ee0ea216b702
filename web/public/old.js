// Runs before the app, and in the JavaScript of any browser: one that lacks what the page needs, or keeps it shut, gets a sentence in place of a page that stays empty.
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
  // What keeps work on the device: a private window, or a setting, may shut any of it. At an address that is not encrypted none is offered, and the app says so.
  var shut = function () {
    try {
      return !window.indexedDB || !window.localStorage || (window.isSecureContext && !navigator.serviceWorker)
    } catch (e) {
      return true
    }
  }
  var blocked = !lacks[page] && page === 'app' && shut()
  if (!lacks[page] && !blocked) return
  var keep = [
    [
      'en',
      'This browser blocks storage for Lading. Open it in a window that is not private, or allow site data for this address in the browser’s settings.',
    ],
    [
      'es',
      'Este navegador bloquea el almacenamiento de Lading. Ábralo en una ventana que no sea privada, o permita los datos de este sitio en la configuración del navegador.',
    ],
    [
      'fr',
      'Ce navigateur bloque le stockage de Lading. Ouvrez-le dans une fenêtre non privée, ou autorisez les données de ce site dans les paramètres du navigateur.',
    ],
  ]
  var old = [
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
  var sentences = blocked ? keep : old
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
