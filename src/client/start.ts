import { requestEarlyResponses } from './backend/early-responses.ts';
import { settingsOf } from './backend/settings.ts';

void requestEarlyResponses(settingsOf(document).baseUrl);
