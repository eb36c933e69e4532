import { defineElements } from '@latchkey/ui-react/elements'
import { createApp } from 'vue'
import App from './App.vue'

defineElements()
createApp(App).mount('#app')
