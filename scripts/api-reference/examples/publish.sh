#!/bin/sh
# Creates an app, uploads app.apk as its first version, and submits it for review.
# STORE is the store's address with a slash at its end; TOKEN has the scopes read, upload and submit.
set -eu

# Prints the response to a call; one that the store rejects ends the program, with the reason on standard error.
call() {
  response=$(curl -sS --fail-with-body "${STORE}us-central1/$1" \
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d "{\"data\": $2}") ||
    { printf '%s: %s\n' "$1" "$response" >&2; exit 1; }
  printf '%s\n' "$response"
}

# Prints the first value of a field.
field() {
  grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4
}

app=$(call apps.create '{"platform": "android", "applicationId": "org.example.seaside", "name": "Seaside",
  "summary": "Shows the tide", "description": "Tides and moorings.", "category": "tools"}')
app_id=$(echo "$app" | field id)

created=$(call versions.create "{\"appId\": \"$app_id\", \"fileName\": \"app.apk\", \"size\": $(wc -c < app.apk)}")
version_id=$(echo "$created" | field id)

curl -sS --fail-with-body -X PATCH "$(echo "$created" | field url)" \
  -H "Authorization: Bearer $TOKEN" -H 'Tus-Resumable: 1.0.0' -H 'Upload-Offset: 0' \
  -H 'Content-Type: application/offset+octet-stream' --data-binary @app.apk

# Responds as soon as the inspection has ended.
inspected=$(call versions.get "{\"versionId\": \"$version_id\", \"waitSeconds\": 50, \"knownStatus\": \"analysing\"}")
if [ "$(echo "$inspected" | field status)" != draft ]; then
  printf '%s\n' "$inspected" >&2
  exit 1
fi

submitted=$(call versions.submit "{\"versionId\": \"$version_id\"}")
echo "$submitted" | field status
