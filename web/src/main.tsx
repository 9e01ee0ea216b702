import './kit/theme/styles'
import { startApp } from './app/start'

void startApp(document.getElementById('root'))
