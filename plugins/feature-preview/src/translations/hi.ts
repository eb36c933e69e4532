import type { Catalogue } from '@latchkey/plugin-api'

export const hi: Catalogue = {
  'preview.title': 'यह अनुरोध जाँचें',
  'preview.unknown': 'अनजान अनुरोध',
  'preview.position': '{total} में से {position}',
  'preview.site': 'माँगने वाला',
  'preview.plugin': 'इस साइट की एक सुविधा',
  'preview.account': 'अकाउंट',
  'preview.wallet': 'वॉलेट',
  'preview.network': 'नेटवर्क',
  'preview.testnet': 'टेस्ट नेटवर्क',
  'preview.confirm': 'पुष्टि करें',
  'preview.decline': 'अस्वीकार करें',
  'preview.next': 'आपका वॉलेट आपसे एक बार और पूछेगा।',
  'preview.accountChanged': 'अकाउंट या नेटवर्क बदल गया, इसलिए अनुरोध बंद कर दिया गया।',
  'preview.disconnected': 'वॉलेट डिसकनेक्ट हो गया, इसलिए अनुरोध बंद कर दिया गया।',
  'preview.withdrawn': 'अनुरोध वापस ले लिया गया।',
}
