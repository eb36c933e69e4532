import { bootstrapApplication } from '@angular/platform-browser'
import { defineElements } from '@latchkey/ui-react/elements'
import { App } from './app/app'
import { appConfig } from './app/app.config'

defineElements()
bootstrapApplication(App, appConfig).catch((error) => console.error(error))
