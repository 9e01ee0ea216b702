import { share } from './seeds'

share(0, 2)
