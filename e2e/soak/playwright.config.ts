import base from '../../playwright.config'

/** The long versions, which need more of the machine than a test may: strace, for what a disk had confirmed. */
export default { ...base, testDir: '.', testIgnore: [], outputDir: '../../test-results/soak' }
