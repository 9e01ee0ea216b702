import { share } from './seeds'

share(1, 2)
