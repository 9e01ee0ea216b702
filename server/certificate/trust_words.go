package certificate

import "strings"

// words are those of the trust page.
type words struct {
	Title, Why, Checking, Trusted, NotYet, Open, Fingerprint, Ends, How, Other, Scan string
	Certificate, Profile, Script                                                     string
	Apple, Mac, Android, Windows, Chrome, Linux                                      []string
}

var trustWords = map[string]words{
	"en": {
		Title:    "Trust this Lading server",
		Why:      "Browsers give an app the camera and offline storage only over HTTPS. This server stands on your own network, so no public authority vouches for it: your device must be shown the site's own authority once. It can vouch for this server and for private addresses, and for nothing else.",
		Checking: "Checking whether this device trusts the server…", Trusted: "This device trusts the server.", NotYet: "This device does not trust the server yet. Follow the steps below; this page notices when it is done.",
		Open: "Open Lading", Fingerprint: "Fingerprint (SHA-256), as the server printed it at its start:", Ends: "Good until",
		How: "How to trust it", Other: "Another device", Scan: "Scan this code, or open",
		Certificate: "Download the certificate", Profile: "Download the profile", Script: "Download the script (group policy)",
		Apple:   []string{"Open this page in Safari and download the profile.", "Settings › General › VPN & Device Management: install the profile “Lading”.", "Settings › General › About › Certificate Trust Settings: switch on full trust for it."},
		Mac:     []string{"Download the certificate and open it: Keychain Access adds it.", "Keychain Access › the certificate “Lading” › Trust › Always Trust.", "Firefox: restart it afterwards."},
		Android: []string{"Download the certificate.", "Settings › Security › More security settings › Encryption & credentials › Install a certificate › CA certificate.", "Choose the downloaded file and confirm.", "Use Chrome: Firefox for Android does not take the system's certificates by itself."},
		Windows: []string{"Download the certificate and open it.", "Install Certificate › Local Machine › Place all certificates in the following store › Trusted Root Certification Authorities.", "For many machines: run the script as administrator, or have group policy run it at start-up.", "Restart the browser."},
		Chrome:  []string{"Download the certificate.", "Settings › Privacy and security › Security › Manage certificates › Authorities › Import.", "Tick “Trust this certificate for identifying websites”."},
		Linux:   []string{"Download the certificate.", "Chrome: chrome://certificate-manager › Custom › Installed by you › Trusted Certificates › Import.", "Firefox: Settings › Privacy & Security › View Certificates › Authorities › Import."},
	},
	"es": {
		Title:    "Confiar en este servidor de Lading",
		Why:      "Los navegadores solo dan a una aplicación la cámara y el almacenamiento sin conexión por HTTPS. Este servidor está en su propia red y ninguna autoridad pública responde por él: hay que mostrar una vez a su dispositivo la autoridad del sitio. Esta puede responder por este servidor y por direcciones privadas, y por nada más.",
		Checking: "Comprobando si este dispositivo confía en el servidor…", Trusted: "Este dispositivo confía en el servidor.", NotYet: "Este dispositivo todavía no confía en el servidor. Siga los pasos de abajo; esta página se da cuenta cuando está hecho.",
		Open: "Abrir Lading", Fingerprint: "Huella (SHA-256), como la escribió el servidor al arrancar:", Ends: "Válido hasta el",
		How: "Cómo hacerlo", Other: "Otro dispositivo", Scan: "Escanee este código o abra",
		Certificate: "Descargar el certificado", Profile: "Descargar el perfil", Script: "Descargar el script (directiva de grupo)",
		Apple:   []string{"Abra esta página en Safari y descargue el perfil.", "Ajustes › General › VPN y gestión de dispositivos: instale el perfil «Lading».", "Ajustes › General › Información › Ajustes de confianza de certificados: active la confianza total."},
		Mac:     []string{"Descargue el certificado y ábralo: Acceso a Llaveros lo añade.", "Acceso a Llaveros › el certificado «Lading» › Confiar › Confiar siempre.", "Firefox: reinícielo después."},
		Android: []string{"Descargue el certificado.", "Ajustes › Seguridad › Más ajustes de seguridad › Cifrado y credenciales › Instalar un certificado › Certificado de CA.", "Elija el archivo descargado y confirme.", "Use Chrome: Firefox para Android no toma por sí mismo los certificados del sistema."},
		Windows: []string{"Descargue el certificado y ábralo.", "Instalar certificado › Equipo local › Colocar todos los certificados en el siguiente almacén › Entidades de certificación raíz de confianza.", "Para muchos equipos: ejecute el script como administrador o por directiva de grupo al arrancar.", "Reinicie el navegador."},
		Chrome:  []string{"Descargue el certificado.", "Configuración › Privacidad y seguridad › Seguridad › Administrar certificados › Entidades › Importar.", "Marque «Confiar en este certificado para identificar sitios web»."},
		Linux:   []string{"Descargue el certificado.", "Chrome: chrome://certificate-manager › Personalizado › Instalados por usted › Certificados de confianza › Importar.", "Firefox: Ajustes › Privacidad y seguridad › Ver certificados › Autoridades › Importar."},
	},
	"fr": {
		Title:    "Faire confiance à ce serveur Lading",
		Why:      "Un navigateur ne donne à une application la caméra et le stockage hors ligne que par HTTPS. Ce serveur se trouve sur votre propre réseau et aucune autorité publique ne répond de lui : il faut montrer une fois à votre appareil l’autorité du site. Elle peut répondre de ce serveur et d’adresses privées, et de rien d’autre.",
		Checking: "Vérification de la confiance de cet appareil…", Trusted: "Cet appareil fait confiance au serveur.", NotYet: "Cet appareil ne fait pas encore confiance au serveur. Suivez les étapes ci-dessous ; cette page le remarque quand c’est fait.",
		Open: "Ouvrir Lading", Fingerprint: "Empreinte (SHA-256), telle que le serveur l’a écrite à son démarrage :", Ends: "Valable jusqu’au",
		How: "Comment faire", Other: "Un autre appareil", Scan: "Scannez ce code ou ouvrez",
		Certificate: "Télécharger le certificat", Profile: "Télécharger le profil", Script: "Télécharger le script (stratégie de groupe)",
		Apple:   []string{"Ouvrez cette page dans Safari et téléchargez le profil.", "Réglages › Général › VPN et gestion de l’appareil : installez le profil « Lading ».", "Réglages › Général › Informations › Réglages de confiance des certificats : activez la confiance totale."},
		Mac:     []string{"Téléchargez le certificat et ouvrez-le : Trousseaux d’accès l’ajoute.", "Trousseaux d’accès › le certificat « Lading » › Se fier › Toujours approuver.", "Firefox : redémarrez-le ensuite."},
		Android: []string{"Téléchargez le certificat.", "Paramètres › Sécurité › Autres paramètres de sécurité › Chiffrement et identifiants › Installer un certificat › Certificat CA.", "Choisissez le fichier téléchargé et confirmez.", "Utilisez Chrome : Firefox pour Android ne prend pas de lui-même les certificats du système."},
		Windows: []string{"Téléchargez le certificat et ouvrez-le.", "Installer un certificat › Ordinateur local › Placer tous les certificats dans le magasin suivant › Autorités de certification racines de confiance.", "Pour de nombreux postes : exécutez le script en administrateur, ou par stratégie de groupe au démarrage.", "Redémarrez le navigateur."},
		Chrome:  []string{"Téléchargez le certificat.", "Paramètres › Confidentialité et sécurité › Sécurité › Gérer les certificats › Autorités › Importer.", "Cochez « Faire confiance à ce certificat pour identifier les sites Web »."},
		Linux:   []string{"Téléchargez le certificat.", "Chrome : chrome://certificate-manager › Personnalisé › Installés par vous › Certificats approuvés › Importer.", "Firefox : Paramètres › Vie privée et sécurité › Afficher les certificats › Autorités › Importer."},
	},
}

// step is one thing to do, with a picture of each screen that it leads through.
type step struct {
	Text    string
	Screens []screen
}

// screen has a title, and the row that is to be tapped.
type screen struct{ Title, Row string }

// drawn finds the screens in a step that names a way through them, such as "Settings › Security › Install a certificate."
func drawn(text string) step {
	way := strings.Split(text, " › ")
	last := len(way) - 1
	if at := strings.LastIndex(way[0], ": "); at >= 0 { // of which browser
		way[0] = way[0][at+2:]
	}
	if at := strings.IndexAny(way[last], ":."); at >= 0 { // what to do there
		way[last] = strings.TrimSpace(way[last][:at])
	}
	s := step{Text: text}
	for i := range last {
		s.Screens = append(s.Screens, screen{way[i], way[i+1]})
	}
	return s
}

type download struct{ Href, Name string }

// system is one kind of device with what is to be done on it.
type system struct {
	Name  string
	Steps []step
	Files []download
	Open  bool // the one that asks
}

// systems lists the kinds of devices, the one that asks unfolded.
func systems(lang, agent string) []system {
	w := trustWords[lang]
	crt, apple, ps := download{"/trust/lading-authority.crt", w.Certificate}, download{"/trust/lading-authority.mobileconfig", w.Profile}, download{"/trust/lading-authority.ps1", w.Script}
	all := func(texts []string) (steps []step) {
		for _, text := range texts {
			steps = append(steps, drawn(text))
		}
		return steps
	}
	return []system{
		{"iPhone, iPad", all(w.Apple), []download{apple}, strings.Contains(agent, "iPhone") || strings.Contains(agent, "iPad")},
		{"Android", all(w.Android), []download{crt}, strings.Contains(agent, "Android")},
		{"Windows", all(w.Windows), []download{crt, ps}, strings.Contains(agent, "Windows")},
		{"macOS", all(w.Mac), []download{crt}, strings.Contains(agent, "Macintosh")},
		{"ChromeOS", all(w.Chrome), []download{crt}, strings.Contains(agent, "CrOS")},
		{"Linux", all(w.Linux), []download{crt}, strings.Contains(agent, "Linux") && !strings.Contains(agent, "Android")},
	}
}
