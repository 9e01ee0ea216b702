import base from '../../playwright.config'

const { projects: _, reporter: __, ...rest } = base

/** The long versions, which need more of the machine than a test may: strace, for what a disk had confirmed. */
export default { ...rest, testDir: '.', globalSetup: '../kit/demo.ts', outputDir: '../../test-results/soak' }
