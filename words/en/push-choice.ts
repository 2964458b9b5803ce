export const pushChoiceWords = {
  heading: 'Notifications on this device',
  text: 'You get them at once, even when this page is closed. They do not name any study or person.',
  offer: 'Get a notification about decisions, meeting changes and payments.',
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off notifications',
  blocked: 'This browser blocks our notifications. Allow them in the browser settings.',
  isOn: 'Notifications are on.',
  isOff: 'Notifications are off.',
};
