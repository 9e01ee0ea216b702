const systems: [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const first = (list: [RegExp, string][], agent: string) => list.find(([mark]) => mark.test(agent))?.[1]

/** What an administrator reads in the list of devices: the system with the model, where the browser tells one, and the browser. */
export function deviceName(agent: string): string {
  const model = /Android [\d.]+; ([^;)]{3,30})\)/.exec(agent)?.[1]
  const named = [model ? `${first(systems, agent)} ${model}` : first(systems, agent), first(browsers, agent)].filter(Boolean)
  return (named.join(' · ') || agent).slice(0, 60)
}
