export const pushChoiceWords = {
  heading: 'Notifications on this device',
  text: 'They come at once, also while this page is closed. They name no study and no person.',
  offer: 'Hear at once when a researcher decides, when a meeting changes and when you are paid.',
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off notifications',
  blocked: 'This browser blocks notifications of this site. You can allow them in its settings.',
  isOn: 'Notifications are on.',
  isOff: 'Notifications are off.',
};
