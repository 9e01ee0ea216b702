import './kit/ui'
import { startApp } from './app/start'

void startApp(document.getElementById('root'))
